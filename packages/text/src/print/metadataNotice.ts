/** What follows a text that refers to metadata and lacks it. */
export const metadataNotice = `
/* For debugging purposes the metadata section has been omitted.
 * If you would like to see the full metadata section you can set the 
 * option to \`True\` when invoking \`astext\`. 
 */`;
