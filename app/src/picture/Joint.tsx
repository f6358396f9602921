/**
 * Where edges are joined to a node. React Flow measures what has these classes when a node comes, and lets edges go that find none; its own Handle
 * listens to the store for connections that are never made here. One element is both ends: paths are the layout's.
 */
export function Joint() {
  return <i className="source target joint" data-handlepos="top" />;
}
