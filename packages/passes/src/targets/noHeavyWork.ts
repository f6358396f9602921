/** Why regions without heavy work are given back: the beginning of a prune decision's reason. */
export const noHeavyWork = "it holds no heavy operator";
