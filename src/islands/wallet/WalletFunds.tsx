import { useEffect } from 'react';
import { encodeFunctionData, erc20Abi } from 'viem';
import { useBalance, useEstimateGas, useGasPrice, useReadContract, useReadContracts } from 'wagmi';
import { mulDivFloor } from '../../lib/amount.ts';
import { routerAbi } from '../../lib/chain/abis/router.ts';
import { productChain } from '../../lib/chain/product-chain.ts';
import type { Address } from '../../lib/chain/wallets/eip1193.ts';
import { routerAddress, usdtAddress, wjuAddress } from '../../lib/chain/contract-addresses.ts';
import { tokenDecimals } from '../../lib/token-decimals.ts';
import type { WalletBalance, WalletType } from '../../stores/wallet.ts';
import { ChainState } from '../chain/ChainState.tsx';
import { Figure } from '../figures/Figure.tsx';

/** The wallet's balances on the chain, in base units, as far as they have been read. */
export interface Funds {
  held: Partial<Record<WalletType, bigint>>;
  /** The deposit's network fee, in base units of JU; null while unknown. */
  networkFee: bigint | null;
  /** JU's price on the exchange, in 10⁻⁶ US dollars: an empty account's balances don't show it. */
  usdOfOneJu: bigint | undefined;
  /** The chain didn't answer. */
  isUnread: boolean;
}

interface WalletFundsProps {
  owner: Address;
  wallets: readonly WalletBalance[];
  /** The deposit whose network fee is estimated. */
  walletType: WalletType;
  vault: Address;
  onRead: (funds: Funds) => void;
}

/** Reads the wallet's balances and the network fee, again with every block. Shows the fee in JU and in US dollars. */
export function WalletFunds(props: WalletFundsProps) {
  return (
    <ChainState>
      <Reading {...props} />
    </ChainState>
  );
}

const chainId = productChain.id;
const { decimals } = productChain.nativeCurrency;
const query = { refetchInterval: productChain.pollingIntervalMs };
/** An empty wallet may receive something in the meantime. */
const untilKnown = {
  refetchInterval: ({ state }: { state: { data: unknown } }) => state.data === undefined && productChain.pollingIntervalMs,
};
const ONE_JU = 10n ** BigInt(decimals);

function Reading({ owner, wallets, walletType, vault, onRead }: WalletFundsProps) {
  const tokens = wallets.flatMap((wallet) => (wallet.tokenAddress === null ? [] : [{ ...wallet, address: wallet.tokenAddress }]));
  const native = useBalance({ address: owner, chainId, query });
  const contracts = useReadContracts({
    allowFailure: false,
    contracts: tokens.map(({ address }) => ({ chainId, abi: erc20Abi, address, functionName: 'balanceOf', args: [owner] }) as const),
    query,
  });
  const token = tokens.find((each) => each.walletType === walletType)?.address;
  // The smallest deposit uses as much gas as any other, and can be estimated before an amount is entered.
  const gas = useEstimateGas({ chainId, account: owner, ...smallestDeposit(vault, token), query: untilKnown });
  const { data: gasPrice } = useGasPrice({ chainId, query });
  const networkFee = gas.data !== undefined && gasPrice !== undefined ? gas.data * gasPrice : null;
  const price = useReadContract({
    chainId,
    abi: routerAbi,
    address: routerAddress,
    functionName: 'getAmountsOut',
    args: [ONE_JU, usdtAddress === undefined ? [] : [wjuAddress, usdtAddress]],
    query: { enabled: usdtAddress !== undefined },
  });
  const usdOfOneJu = price.data?.at(-1);
  const isUnread = native.isError || contracts.isError;
  useEffect(() => {
    const ofTokens = tokens.map((each, index) => [each.walletType, contracts.data?.[index]] as const);
    const ofNative = wallets
      .filter(({ tokenAddress }) => tokenAddress === null)
      .map((each) => [each.walletType, native.data?.value] as const);
    const held = Object.fromEntries([...ofNative, ...ofTokens].filter(([, amount]) => amount !== undefined));
    onRead({ held, networkFee, usdOfOneJu, isUnread });
    // The lists are new objects on each read, so their content is compared.
  }, [native.data?.value, contracts.data, networkFee, usdOfOneJu, isUnread]);
  if (networkFee === null) return <>–</>;
  return (
    <>
      <Figure value={networkFee} decimals={decimals} unit="JU" />
      {usdOfOneJu !== undefined && (
        <>
          {' · '}
          <Figure value={mulDivFloor(networkFee, usdOfOneJu, ONE_JU)} decimals={tokenDecimals.USDT} unit="US$" mostDigits={2} />
        </>
      )}
    </>
  );
}

function smallestDeposit(vault: Address, token: Address | undefined) {
  if (token === undefined) return { to: vault, value: 1n };
  return { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, 1n] }) };
}
