/** The operators that are worth a target's while. */

/** Whether an operator does a model's work: a convolution or a product of matrices, of any kind. */
export function isHeavy(operator: string): boolean {
  return /conv\dd|dense|matmul/.test(operator);
}
