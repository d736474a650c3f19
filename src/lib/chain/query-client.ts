import { QueryClient } from '@tanstack/react-query';

const DAY_MS = 24 * 60 * 60_000;

/** What the site knows of the chain: kept for a day, asked for once, and not again because a window gained the focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: DAY_MS,
      retry: false,
      refetchOnWindowFocus: false,
      // A device that takes itself to be offline still asks: a node may stand on the same machine, and no answer is told as such.
      networkMode: 'always',
    },
  },
});
