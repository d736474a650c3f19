import { QueryClient } from '@tanstack/react-query';

const DAY_MS = 24 * 60 * 60_000;

/** Cache of the chain's state: kept for a day, requested once, and not again when a window gains the focus. */
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
