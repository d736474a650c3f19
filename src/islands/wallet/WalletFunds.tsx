import { useEffect } from 'react';
import { erc20Abi } from 'viem';
import { useBalance, useReadContracts } from 'wagmi';
import { productChain } from '../../lib/chain/product-chain.ts';
import type { Address } from '../../lib/chain/wallets/eip1193.ts';
import type { WalletBalance, WalletType } from '../../stores/wallet.ts';
import { ChainState } from '../chain/ChainState.tsx';

/** What the wallet holds on the chain, in base units, as far as it was read. */
export interface Funds {
  held: Partial<Record<WalletType, bigint>>;
  /** The chain did not answer. */
  isUnread: boolean;
}

interface WalletFundsProps {
  owner: Address;
  wallets: readonly WalletBalance[];
  onRead: (funds: Funds) => void;
}

/** Reads what the wallet holds, and again with every block; draws nothing itself. */
export function WalletFunds(props: WalletFundsProps): React.JSX.Element {
  return (
    <ChainState>
      <Reading {...props} />
    </ChainState>
  );
}

const chainId = productChain.id;
const query = { refetchInterval: productChain.pollingIntervalMs };

function Reading({ owner, wallets, onRead }: WalletFundsProps): null {
  const tokens = wallets.flatMap(({ walletType, tokenAddress }) => (tokenAddress === null ? [] : [{ walletType, address: tokenAddress }]));
  const native = useBalance({ address: owner, chainId, query });
  const contracts = useReadContracts({
    allowFailure: false,
    contracts: tokens.map(({ address }) => ({ chainId, abi: erc20Abi, address, functionName: 'balanceOf', args: [owner] }) as const),
    query,
  });
  const isUnread = native.isError || contracts.isError;
  useEffect(() => {
    const ofTokens = tokens.map(({ walletType }, index) => [walletType, contracts.data?.[index]] as const);
    const ofNative = wallets
      .filter(({ tokenAddress }) => tokenAddress === null)
      .map(({ walletType }) => [walletType, native.data?.value] as const);
    onRead({ held: Object.fromEntries([...ofNative, ...ofTokens].filter(([, amount]) => amount !== undefined)), isUnread });
    // The lists are new ones at each look; what was read is what counts.
  }, [native.data?.value, contracts.data, isUnread]);
  return null;
}
