import { useEffect, useRef, useState } from 'react';
import type { DiscoveredWallet } from '../../lib/chain/wallets/eip1193.ts';
import { findWallet } from '../../lib/chain/wallets/find-wallet.ts';
import { isInsideApp, matchWallets, type OfferedOption, offerOf, useWallets, type WalletsHere } from './use-wallets.ts';
import { walletIcons, WalletOptionRow } from './WalletOptionRow.tsx';
import {
  developmentWalletId,
  offersWalletConnect,
  recommendedWallets,
  walletConnectId,
  type WalletOption,
} from '../../lib/chain/wallets/wallet-options.ts';
import { REACH } from '../../lib/dialog/open-dialog.ts';
import type { Texts } from '../../lib/i18n/page-texts.ts';
import { shortenAddress } from '../../lib/shorten-address.ts';
import { type FailureReason, isBusy, type WalletFlowState } from '../../lib/wallet-flow/wallet-flow-state.ts';
import { $modals, openModal } from '../../stores/modals.ts';
import { $renewal, $walletFlow, driveSignIn, signInPart } from '../../stores/wallet-flow.ts';
import { DialogHead } from '../dialog/DialogHead.tsx';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { island, useTexts } from '../root/island.ts';
import { ConnectOption, FoundWallet, lastUsedFirst, OtherWallets } from './OtherWallets.tsx';
import { FlowNotice } from './FlowNotice.tsx';
import { useShown } from '../state/use-shown.ts';

const GLYPHS: Record<WalletOption['id'], string> = { OWN: 'Ju', METAMASK: 'MM', TOKENPOCKET: 'TP', OKX: 'OK', CONNECT: 'WC', OTHER: '' };
/** Wallets appear at once, or within seconds in a phone's app; the one whose code is loaded on demand gets longer, for slow lines. */
const WITHIN_MS = 3_000;
const FETCHED_WITHIN_MS = 10_000;

const LEADS_NOWHERE: readonly FailureReason[] = ['CONNECTOR_NOT_FOUND', 'CONNECTION_ENDED', 'MEMBER_BLOCKED'];

/** What a choice leads to then comes quickly and whole. */
function prepareChoice(): void {
  void signInPart.whenLoaded({ isAhead: true });
  document.getElementById('sign-message-modal')?.dispatchEvent(new Event(REACH, { bubbles: true }));
}

/** Chooses a wallet to sign in with. Rendered by the server; hydrated when somebody reaches for it. */
export const WalletModal = island(function WalletModal() {
  const { wallets, dialog, sign } = useTexts('session');
  const here = useWallets();
  const flow = useShown($walletFlow);
  const renewal = useShown($renewal);
  const [isOtherOpen, setOtherOpen] = useState(false);
  const [lookedForId, setLookedForId] = useState<WalletOption['id'] | null>(null);
  const { options, installed, others, recommended } = offeredWallets(here);
  const busyId = flow.step === 'CONNECTING' || flow.step === 'SWITCHING_CHAIN' || flow.step === 'ADDING_CHAIN' ? flow.wallet.id : null;
  useEffect(prepareChoice, []);
  useOnlyWallet(here.found, (wallet) => void choose(wallet));

  const press = async (option: WalletOption, installed: DiscoveredWallet | undefined): Promise<void> => {
    if (lookedForId !== null) return;
    setLookedForId(option.id);
    const wallet = installed ?? (await findOneOf(option.walletIds));
    setLookedForId(null);
    await chooseOption(option, wallet);
  };

  const row = ({ option, wallet }: OfferedOption) => (
    <li key={option.id}>
      {option.id === 'OTHER' ? (
        <OtherButton isOpen={isOtherOpen} toggle={() => setOtherOpen(!isOtherOpen)} />
      ) : option.id === 'CONNECT' ? (
        <ConnectOption
          name={wallets.connect}
          here={here}
          isLastUsed={here.lastUsedId === walletConnectId}
          isBusy={busyId === walletConnectId}
        />
      ) : (
        <WalletOptionRow
          name={option.name}
          glyph={GLYPHS[option.id]}
          icon={walletIcons[option.name]}
          offer={offerOf(option, wallet, here)}
          isLastUsed={here.lastUsedId !== null && option.walletIds.includes(here.lastUsedId)}
          isBusy={lookedForId === option.id || (busyId !== null && option.walletIds.includes(busyId))}
          onChoose={(installed) => void press(option, installed)}
        />
      )}
    </li>
  );

  return (
    <>
      <DialogHead id="wallet-title" title={wallets.title} close={dialog.close} />
      <div className="dlg-body">
        {renewal && <p>{sign.again}</p>}
        <ul className="wallets">
          {/* One list, so that a row that goes up stays the element that somebody has pressed. */}
          {[
            ...options.filter(({ isFirst }) => isFirst).map(row),
            ...lastUsedFirst(installed, here.lastUsedId).map((wallet) => (
              <li key={wallet.id}>
                <FoundWallet {...{ wallet, here, busyId }} onChoose={(chosen) => void choose(chosen)} />
              </li>
            )),
            ...options.filter(({ isFirst }) => !isFirst).map(row),
          ]}
        </ul>
        {isOtherOpen && (
          <OtherWallets id="other-wallets" {...{ here, others, recommended, busyId }} onChoose={(wallet) => void choose(wallet)} />
        )}
      </div>
      <WalletModalFoot flow={flow} />
    </>
  );
});

interface OtherButtonProps {
  isOpen: boolean;
  toggle: () => void;
}

function OtherButton({ isOpen, toggle }: OtherButtonProps) {
  const texts = useTexts('session').wallets;
  return (
    <button
      className="wallet-opt"
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'other-wallets' : undefined}
      onClick={toggle}
    >
      <span className="glyph" aria-hidden="true">
        <Icon name="plus" small />
      </span>
      <span>
        <b>{texts.other}</b>
        <small>{interpolate(texts.otherHint, { count: recommendedWallets.length })}</small>
      </span>
      <Icon name="down" small />
    </button>
  );
}

function choose(wallet: DiscoveredWallet): Promise<void> {
  return driveSignIn(async (walletFlow) => {
    await walletFlow.choose(wallet);
    // The browser's own wallet shows the message itself; a second tap would only ask for it again.
    if (isInsideApp()) await walletFlow.sign();
  });
}

function chooseOption({ id, name }: WalletOption, wallet: DiscoveredWallet | undefined): Promise<void> {
  return wallet ? choose(wallet) : driveSignIn((walletFlow) => walletFlow.refuse({ id, name }, 'CONNECTOR_NOT_FOUND'));
}

/** The press may have come before the wallets announced themselves. */
async function findOneOf(walletIds: readonly string[]): Promise<DiscoveredWallet | undefined> {
  const found = await Promise.any(
    walletIds.map(async (id) => {
      const wallet = await findWallet(id, { withinMs: id === developmentWalletId ? FETCHED_WITHIN_MS : WITHIN_MS });
      if (!wallet) throw new Error(id);
      return wallet;
    }),
  ).catch(() => undefined);
  return found;
}

/** Without Connect where it isn't set up. */
function offeredWallets({ found, early }: WalletsHere): ReturnType<typeof matchWallets> {
  const matched = matchWallets(found, early);
  return { ...matched, options: matched.options.filter(({ option }) => option.id !== 'CONNECT' || offersWalletConnect) };
}

interface WalletModalFootProps {
  flow: WalletFlowState;
}

/** What the sign-in waits for or failed with; before that, what it costs. */
function WalletModalFoot({ flow }: WalletModalFootProps) {
  return (
    <div className="dlg-foot">
      <Told flow={flow} />
    </div>
  );
}

function Told({ flow }: WalletModalFootProps) {
  const { failures, dialog, wallets, sign } = useTexts('session');
  if (flow.step === 'FAILED') {
    return (
      <FlowNotice kind="failed" text={failures[flow.reason]}>
        {canRetry(flow.reason) && (
          <button className="btn btn-secondary" type="button" onClick={() => void driveSignIn((walletFlow) => walletFlow.retry())}>
            {dialog.retry}
          </button>
        )}
      </FlowNotice>
    );
  }
  if (flow.step === 'SIGNING' && flow.phase === 'OFFERED') {
    return (
      <FlowNotice kind="info" text={interpolate(wallets.connected, { address: shortenAddress(flow.address) })}>
        <button className="btn btn-primary" type="button" onClick={() => openModal('sign-message')}>
          {wallets.continue}
        </button>
      </FlowNotice>
    );
  }
  if (isBusy(flow)) {
    return (
      <FlowNotice kind="waiting" text={waitingFor(flow, wallets, sign)}>
        <button className="btn btn-ghost" type="button" onClick={() => void driveSignIn((walletFlow) => walletFlow.cancel())}>
          {dialog.cancel}
        </button>
      </FlowNotice>
    );
  }
  return (
    <div className="callout">
      <Icon name="info" />
      <div>
        <p>{wallets.free}</p>
        <details>
          <summary>{wallets.whatIs}</summary>
          <p>{wallets.whatIsText}</p>
        </details>
      </div>
    </div>
  );
}

function waitingFor(flow: WalletFlowState, texts: Texts<'session'>['wallets'], sign: Texts<'session'>['sign']): string {
  if (flow.step === 'SIGNING') return sign.preparing;
  if ('isPending' in flow && flow.isPending) return texts.pending;
  const wallet = 'wallet' in flow ? (flow.wallet?.name ?? '') : '';
  if (flow.step === 'SWITCHING_CHAIN') return interpolate(texts.switching, { wallet });
  if (flow.step === 'ADDING_CHAIN') return interpolate(texts.adding, { wallet });
  return interpolate(texts.connecting, { wallet });
}

/** Failures that a retry wouldn't change. */
function canRetry(reason: FailureReason): boolean {
  return !LEADS_NOWHERE.includes(reason);
}

/** In a wallet's own browser there is only one choice, so opening the list chooses it, once. */
function useOnlyWallet(found: readonly DiscoveredWallet[], onChoose: (wallet: DiscoveredWallet) => void): void {
  const isOpen = useShown($modals).open === 'wallet';
  const isDone = useRef(false);
  const [only, second] = found.filter(({ id }) => id !== developmentWalletId);
  useEffect(() => {
    if (isDone.current || !isOpen || !only || second || !isInsideApp()) return;
    isDone.current = true;
    onChoose(only);
  }, [isOpen, only?.id, second?.id]);
}
