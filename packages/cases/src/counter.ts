/** How many functions and turns of loops began, where code was made to count them (`scripts/build/countWork.ts`). */
export const counter = { done: 0 };
