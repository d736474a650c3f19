import { QueryClient } from '@tanstack/react-query';

const DAY_MS = 24 * 60 * 60_000;

/** What the site knows of the chain: kept for a day, asked for once, and not again because a window gained the focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: DAY_MS,
      retry: false,
      refetchOnWindowFocus: false,
      // Requests are sent even if the device believes it is offline: a node may run on the same machine, and a failed request is reported as one.
      networkMode: 'always',
    },
  },
});
