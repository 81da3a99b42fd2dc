/** How much more memory this process takes at its peak, all threads and native parts included. */
export function watchMemory(): { growthBytes(): number } {
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 5);
  return {
    growthBytes() {
      clearInterval(timer);
      look();
      return peak - before;
    },
  };
}
