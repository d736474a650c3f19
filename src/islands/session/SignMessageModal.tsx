import type { Texts } from '../../lib/i18n/page-texts.ts';
import { domainOfMessage } from '../../lib/wallet-flow/check-sign-in-message.ts';
import { isBusy, type WalletFlowState } from '../../lib/wallet-flow/wallet-flow-state.ts';
import { interpolate } from '../jsx/interpolate.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { closeModal } from '../../stores/modals.ts';
import { shownTimeZone } from '../../stores/now.ts';
import { $renewal, $walletFlow, driveSignIn } from '../../stores/wallet-flow.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { island, useLocale, useTexts } from '../root/island.ts';
import { FlowNotice } from './FlowNotice.tsx';
import { UnsignedLimit } from './UnsignedLimit.tsx';
import { useShown } from '../state/use-shown.ts';

/** Explains what will be signed and that it's free, and shows the message on demand. The person's second action. */
export const SignMessageModal = island(function SignMessageModal() {
  const { sign, dialog } = useTexts('session');
  const locale = useLocale();
  const flow = useShown($walletFlow);
  const renewal = useShown($renewal);
  const challenge = flow.step === 'SIGNING' ? flow.challenge : null;
  const address = 'address' in flow ? flow.address : null;
  return (
    <>
      <DialogHead id="sign-title" title={sign.title} close={dialog.close} />
      <div className="dlg-body">
        {renewal && <p>{sign.again}</p>}
        {address && <p>{interpolate(sign.lead, { address: shortenAddress(address) })}</p>}
        <p>
          <b>{sign.free}</b>
        </p>
        <UnsignedLimit text={sign.unsigned} />
        {challenge && (
          <>
            <p className="dim">{interpolate(sign.domain, { domain: domainOfMessage(challenge.message) })}</p>
            <p className="dim">{interpolate(sign.until, { time: timeOf(challenge.expiresAtMs, locale) })}</p>
            <details>
              <summary>{sign.show}</summary>
              <pre className="message" lang="en" dir="ltr" translate="no">
                {challenge.message}
              </pre>
            </details>
          </>
        )}
      </div>
      <div className="dlg-foot">
        <SignFoot flow={flow} />
      </div>
    </>
  );
});

function SignFoot({ flow }: { flow: WalletFlowState }) {
  const { failures, sign, dialog } = useTexts('session');
  const isWaiting = isBusy(flow);
  const canSign = flow.step === 'SIGNING' && flow.phase === 'OFFERED';
  return (
    <>
      {flow.step === 'FAILED' && <FlowNotice kind="failed" text={failures[flow.reason]} />}
      {isWaiting && <FlowNotice kind="waiting" text={waitingFor(flow, sign)} />}
      {canSign && flow.isPending && <FlowNotice kind="info" text={sign.pending} />}
      <div className="btn-row">
        {flow.step === 'FAILED' ? (
          flow.reason !== 'MEMBER_BLOCKED' && (
            <button className="btn btn-primary" type="button" onClick={() => void act('retry')}>
              {dialog.retry}
            </button>
          )
        ) : (
          <button className="btn btn-primary" type="button" aria-disabled={!canSign} aria-busy={isWaiting} onClick={() => void act('sign')}>
            {sign.act}
          </button>
        )}
        <button className="btn btn-ghost" type="button" onClick={() => void act('cancel')}>
          {dialog.cancel}
        </button>
      </div>
    </>
  );
}

function waitingFor(flow: WalletFlowState, texts: Texts<'session'>['sign']): string {
  if (flow.step === 'AUTHENTICATING') return texts.checking;
  if (flow.step === 'SIGNING' && flow.phase === 'PREPARING') return texts.preparing;
  return interpolate(texts.waiting, { wallet: 'wallet' in flow ? (flow.wallet?.name ?? '') : '' });
}

function timeOf(ms: number, locale: string): string {
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short', timeZone: shownTimeZone() } as const;
  // The zone stays on the time's line.
  return new Intl.DateTimeFormat(locale, parts).format(ms).replace(/\s/g, '\u00a0');
}

function act(verb: 'sign' | 'retry' | 'cancel'): Promise<void> {
  return driveSignIn(async (walletFlow) => {
    await walletFlow[verb]();
    if (verb === 'cancel') closeModal('sign-message');
  });
}
