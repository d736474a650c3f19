import { interpolate } from '../jsx/interpolate.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { isBusy, type FailureReason, type WalletFlowState } from '../../lib/wallet-flow/wallet-flow-state.ts';
import { openModal } from '../../stores/modals.ts';
import { driveSignIn } from '../../stores/wallet-flow.ts';
import { FlowNotice } from './FlowNotice.tsx';
import { Icon } from '../figures/Icon.tsx';
import type { SessionTexts } from './session-texts.ts';

interface WalletModalFootProps {
  flow: WalletFlowState;
  texts: Pick<SessionTexts, 'dialog' | 'wallets' | 'sign' | 'failures'>;
}

/** What the sign-in waits for or failed with; before that, what it costs. */
export function WalletModalFoot({ flow, texts }: WalletModalFootProps): React.JSX.Element {
  return <div className="dlg-foot">{noticeOf(flow, texts)}</div>;
}

function noticeOf(flow: WalletFlowState, texts: WalletModalFootProps['texts']): React.JSX.Element {
  if (flow.step === 'FAILED') {
    return (
      <FlowNotice kind="failed" text={texts.failures[flow.reason]}>
        {canRetry(flow.reason) && (
          <button className="btn btn-secondary" type="button" onClick={() => void driveSignIn((walletFlow) => walletFlow.retry())}>
            {texts.dialog.retry}
          </button>
        )}
      </FlowNotice>
    );
  }
  if (flow.step === 'SIGNING' && flow.phase === 'OFFERED') {
    return (
      <FlowNotice kind="info" text={interpolate(texts.wallets.connected, { address: shortenAddress(flow.address) })}>
        <button className="btn btn-primary" type="button" onClick={() => openModal('sign-message')}>
          {texts.wallets.continue}
        </button>
      </FlowNotice>
    );
  }
  if (isBusy(flow)) {
    return (
      <FlowNotice kind="waiting" text={waitingFor(flow, texts)}>
        <button className="btn btn-ghost" type="button" onClick={() => void driveSignIn((walletFlow) => walletFlow.cancel())}>
          {texts.dialog.cancel}
        </button>
      </FlowNotice>
    );
  }
  return (
    <div className="callout">
      <Icon name="info" />
      <div>
        <p>{texts.wallets.free}</p>
        <details>
          <summary>{texts.wallets.whatIs}</summary>
          <p>{texts.wallets.whatIsText}</p>
        </details>
      </div>
    </div>
  );
}

function waitingFor(flow: WalletFlowState, { wallets: texts, sign }: WalletModalFootProps['texts']): string {
  if (flow.step === 'SIGNING') return sign.preparing;
  if ('isPending' in flow && flow.isPending) return texts.pending;
  const wallet = 'wallet' in flow ? (flow.wallet?.name ?? '') : '';
  if (flow.step === 'SWITCHING_CHAIN') return interpolate(texts.switching, { wallet });
  if (flow.step === 'ADDING_CHAIN') return interpolate(texts.adding, { wallet });
  return interpolate(texts.connecting, { wallet });
}

const LEADS_NOWHERE: readonly FailureReason[] = ['CONNECTOR_NOT_FOUND', 'CONNECTION_ENDED', 'MEMBER_BLOCKED'];

/** Failures that a retry wouldn't change. */
function canRetry(reason: FailureReason): boolean {
  return !LEADS_NOWHERE.includes(reason);
}
