import { QueryClientProvider } from '@tanstack/react-query';
import { WagmiProvider } from 'wagmi';
import { wagmiConfig } from '../../lib/chain/wagmi-config.ts';
import { queryClient } from '../../lib/chain/query-client.ts';

/** What draws the chain's state by wagmi's hooks stands in here. Which wallet is attached is the shell's to find out. */
export function ChainState({ children }: { children: React.ReactNode }): React.JSX.Element {
  return (
    <WagmiProvider config={wagmiConfig} reconnectOnMount={false}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </WagmiProvider>
  );
}
