/** The element at a place that is known to be in the list. */
export function at<T>(list: { readonly [index: number]: T }, index: number): T {
  return list[index] as T;
}
