/** How long a second press may take to come, in milliseconds. */
export const twice = 300;
