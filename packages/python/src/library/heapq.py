"""A list whose least item is first: each is at most as large as those at twice its place, plus 1 and plus 2."""


def _rise(heap, start, at):
    item = heap[at]
    while at > start:
        above = (at - 1) >> 1
        if not item < heap[above]:
            break
        heap[at], at = heap[above], above
    heap[at] = item


def _sink(heap, at):
    """The smaller item below moves up until the last row; then the item rises to its place."""
    end, start, item = len(heap), at, heap[at]
    below = 2 * at + 1
    while below < end:
        if below + 1 < end and not heap[below] < heap[below + 1]:
            below += 1
        heap[at], at = heap[below], below
        below = 2 * at + 1
    heap[at] = item
    _rise(heap, start, at)


def heappush(heap, item):
    heap.append(item)
    _rise(heap, 0, len(heap) - 1)


def heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    return heapreplace(heap, last)


def heapreplace(heap, item):
    least, heap[0] = heap[0], item
    _sink(heap, 0)
    return least


def heappushpop(heap, item):
    return heapreplace(heap, item) if heap and heap[0] < item else item


def heapify(x):
    for at in reversed(range(len(x) // 2)):
        _sink(x, at)


def merge(*iterables, key=None, reverse=False):
    yield from sorted((item for items in iterables for item in items), key=key, reverse=reverse)


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(n, 0)]


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]
