/**
 * Where the snapshot goes in the page that is one file. By itself: the build reads it before packages can be imported.
 */
export const snapshotMark = '<meta name="relayscope-snapshot" content="">';
