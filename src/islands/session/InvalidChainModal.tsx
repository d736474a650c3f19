import { productChain } from '../../lib/chain/product-chain.ts';
import { chainExplorerUrl, chainRpcUrl } from '../../lib/config.ts';
import { interpolate as fill } from '../../lib/i18n/interpolate.ts';
import { isBusy, type WalletFlowState } from '../../lib/wallet-flow/wallet-flow-state.ts';
import { switchToProductChain } from '../../stores/switch-chain.ts';
import { $walletChain, type ChainProblem, type WalletChain } from '../../stores/wallet-chain.ts';
import { $walletFlow, driveSignIn } from '../../stores/wallet-flow.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { CopyButton } from '../figures/CopyButton.tsx';
import { Ledger } from '../figures/Ledger.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useTexts } from '../root/island.ts';
import { FlowNotice } from './FlowNotice.tsx';
import { useShown } from '../state/use-shown.ts';

/** Requests the product chain: during sign-in, and when a session's wallet turns out to be on another one. */
export const InvalidChainModal = island(function InvalidChainModal() {
  const { chain: chainTexts, dialog, wallets } = useTexts('session');
  const flow = useShown($walletFlow);
  const chain = useShown($walletChain);
  const isSigningIn = flow.step !== 'IDLE' && flow.step !== 'SIGNED_IN';
  const isWaiting = isSigningIn ? isBusy(flow) : chain.status === 'SWITCHING_CHAIN' || chain.status === 'ADDING_CHAIN';
  const isAdding = (isSigningIn ? flow.step : chain.status) === 'ADDING_CHAIN';
  const problem = isSigningIn ? problemOfSignIn(flow) : problemOf(chain);
  const names = { chain: productChain.name, id: productChain.id };
  return (
    <>
      <DialogHead id="chain-title" title={chainTexts.title} close={dialog.close} />
      <div className="dlg-body">
        <p>{interpolate(chainTexts.text, names)}</p>
        {!isSigningIn && 'chainId' in chain && chain.chainId !== undefined && (
          <p className="dim">{interpolate(chainTexts.current, { id: chain.chainId })}</p>
        )}
        {problem === 'FAILED' && <NetworkForm />}
      </div>
      <div className="dlg-foot">
        {problem === 'PENDING' && <FlowNotice kind="info" text={wallets.pending} />}
        {problem === 'REFUSED' && <FlowNotice kind="failed" text={interpolate(chainTexts.refused, names)} />}
        {problem === 'FAILED' && <FlowNotice kind="failed" text={interpolate(chainTexts.failed, names)} />}
        {isWaiting && <FlowNotice kind="waiting" text={interpolate(isAdding ? chainTexts.adding : chainTexts.switching, names)} />}
        <button
          className="btn btn-primary btn-block"
          type="button"
          aria-busy={isWaiting}
          aria-disabled={isWaiting}
          onClick={() => {
            if (!isWaiting) void (isSigningIn ? driveSignIn((walletFlow) => walletFlow.retry()) : switchToProductChain());
          }}
        >
          {interpolate(chainTexts.switch, names)}
        </button>
      </div>
    </>
  );
});

function problemOfSignIn(flow: WalletFlowState): ChainProblem | null {
  if (flow.step !== 'FAILED') return null;
  return flow.reason === 'CHAIN_NOT_CONFIGURED' ? 'FAILED' : 'REFUSED';
}

function problemOf(chain: WalletChain): ChainProblem | null {
  return chain.status === 'WRONG' ? chain.problem : null;
}

/** The network's values, to be copied one by one into a wallet that a page can't configure. */
function NetworkForm() {
  const texts = useTexts('session').chain.manual;
  const fields = [
    { name: texts.name, value: productChain.name },
    { name: texts.rpc, value: chainRpcUrl },
    { name: texts.id, value: String(productChain.id) },
    { name: texts.currency, value: productChain.nativeCurrency.symbol },
    ...(chainExplorerUrl === undefined ? [] : [{ name: texts.explorer, value: chainExplorerUrl }]),
  ];
  const lines = fields.map(({ name, value }) => ({
    name,
    value: (
      <span className="network-value">
        <bdi className="addr" translate="no">
          {value}
        </bdi>
        <CopyButton text={value} label={fill(texts.copy, { name })} copied={fill(texts.copied, { name })} />
      </span>
    ),
  }));
  return (
    <>
      <p>{interpolate(texts.lead, { chain: productChain.name })}</p>
      <Ledger lines={lines} />
    </>
  );
}
