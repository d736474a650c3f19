import { QueryClientProvider } from '@tanstack/react-query';
import { WagmiProvider } from 'wagmi';
import { queryClient, wagmiConfig } from '../../lib/chain/wagmi-config.ts';

/** Context for islands that show the chain's state through wagmi's hooks. The shell finds out which wallet is attached. */
export function ChainState({ children }: { children: React.ReactNode }) {
  return (
    <WagmiProvider config={wagmiConfig} reconnectOnMount={false}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </WagmiProvider>
  );
}
