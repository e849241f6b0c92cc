// The packet whose button has the focus keeps its place in its list, also when it has left the queue: while the
// machine runs, what one stands on does not vanish from under one.

/** A list with the packet that is held, where it stood when it was last there. */
export function withFocusedPacket(
  packets: readonly number[],
  before: readonly number[],
  held: number,
): number[] {
  if (packets.includes(held)) return [...packets];
  const earlier = before
    .slice(0, before.indexOf(held))
    .findLast((packet) => packets.includes(packet));
  const at = earlier === undefined ? 0 : packets.indexOf(earlier) + 1;
  return [...packets.slice(0, at), held, ...packets.slice(at)];
}
