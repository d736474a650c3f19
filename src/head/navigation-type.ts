/** How the reader came to this page, as the browser tells it (Navigation Timing). */
export function navigationType(): NavigationTimingType {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming ? entry.type : 'navigate';
}
