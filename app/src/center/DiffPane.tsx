export function DiffPane({ stage }: { readonly stage: number }) {
  return <div>{stage}</div>;
}
