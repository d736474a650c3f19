import { AnswerError, ApiError, NetworkError } from '../api/api-error.ts';
import { productChain } from '../chain/product-chain.ts';
import type { Address, DiscoveredWallet, Eip1193Provider } from '../chain/wallets/eip1193.ts';
import { sameAddress } from '../chain/wallets/read-answer.ts';
import type { AttachedWallet } from '../chain/wallets/watch-wallet.ts';
import type { WalletError, WalletResult } from '../chain/wallets/wallet-error.ts';
import { isMessageForUs } from './check-sign-in-message.ts';
import { idleWalletFlow, reduceWalletFlow } from './reduce-wallet-flow.ts';
import type { ChosenWallet, FailureReason, WalletFlowEvent, WalletFlowState } from './wallet-flow-state.ts';
import { limited, pause, type Proof, WALLET_LIMIT_MS, type WalletFlowPorts } from './wallet-patience.ts';

export interface WalletFlow {
  state(): WalletFlowState;
  /** The person's first action. */
  choose(wallet: DiscoveredWallet): Promise<void>;
  /** The person's second action, once the message is offered. */
  sign(): Promise<void>;
  /** Continues with the wallet of a failed attempt, from where it's still connected. */
  retry(): Promise<void>;
  cancel(): void;
  /** After a sign-in that didn't navigate to another page: allows the next one. */
  reset(): void;
  /** A choice that fails because the wallet is missing. */
  refuse(wallet: ChosenWallet, reason: FailureReason): void;
}

/** Drives the sign-in: runs the effects and feeds their results to the reducer. Ignores late results of a cancelled attempt. */
export function createWalletFlow<Authenticated extends { token: string }>(ports: WalletFlowPorts<Authenticated>): WalletFlow {
  return new WalletFlowDriver(ports);
}

const POLL_MS = 1_000;
/** A message about to expire isn't signed, because the signature would come too late. */
const MARGIN_MS = 10_000;

class WalletFlowDriver<Authenticated extends { token: string }> implements WalletFlow {
  readonly #ports: WalletFlowPorts<Authenticated>;
  #state = idleWalletFlow;
  #wallet: DiscoveredWallet | undefined;
  #unwatch: (() => void) | undefined;
  /** The attempt whose message is signed as soon as it's there: the person pressed before. */
  #signsAttempt: number | undefined;
  /** Some mobile wallets connect and emit the event, but never answer the request. */
  #appeared: ((address: Address) => void) | undefined;

  constructor(ports: WalletFlowPorts<Authenticated>) {
    this.#ports = ports;
  }

  state(): WalletFlowState {
    return this.#state;
  }

  async choose(wallet: DiscoveredWallet): Promise<void> {
    const attempt = this.#state.attempt + 1;
    this.#dispatch({ type: 'CHOSEN', attempt, wallet: { id: wallet.id, name: wallet.name } });
    if (!this.#isCurrent(attempt)) return;
    this.#wallet = wallet;
    if (!this.#ports.canStore()) this.#fail(attempt, 'STORAGE_REFUSED');
    else await this.#goOn(attempt, wallet.provider);
  }

  async retry(): Promise<void> {
    const attempt = this.#state.attempt + 1;
    this.#dispatch({ type: 'RETRIED', attempt });
    if (!this.#isCurrent(attempt)) return;
    if (this.#wallet) await this.#goOn(attempt, this.#wallet.provider);
    else this.#fail(attempt, 'CONNECTOR_NOT_FOUND');
  }

  async sign(): Promise<void> {
    const state = this.#state;
    if (state.step === 'SIGNING' && state.phase === 'PREPARING') this.#signsAttempt = state.attempt;
    if (state.step !== 'SIGNING' || state.phase !== 'OFFERED' || !state.challenge || !this.#wallet) return;
    const { attempt, wallet, address, challenge } = state;
    if (challenge.expiresAtMs - MARGIN_MS <= this.#ports.clock().getTime()) {
      this.#fail(attempt, 'NONCE_EXPIRED');
      return;
    }
    this.#dispatch({ type: 'SIGN_ASKED', attempt });
    const signed = await limited(this.#ports.timer, this.#ports.sign(this.#wallet.provider, address, challenge.message));
    if (signed.ok) await this.#authenticate(attempt, wallet, { address, message: challenge.message, signature: signed.value });
    else if (signed.error.code === 'REQUEST_PENDING') this.#dispatch({ type: 'SIGN_PENDING', attempt });
    else this.#fail(attempt, failureOfWallet(signed.error));
  }

  cancel(): void {
    this.#dispatch({ type: 'CANCELLED' });
  }

  reset(): void {
    this.#dispatch({ type: 'RESET' });
  }

  refuse(wallet: ChosenWallet, reason: FailureReason): void {
    const attempt = this.#state.attempt + 1;
    this.#dispatch({ type: 'CHOSEN', attempt, wallet });
    this.#fail(attempt, reason);
  }

  /** From the choice, or from the connected wallet, to the offered message. */
  async #goOn(attempt: number, provider: Eip1193Provider): Promise<void> {
    this.#watch(attempt, provider);
    const isConnected = this.#state.step === 'CONNECTING' && this.#state.address !== null;
    if (!isConnected) await this.#connect(attempt, provider);
    const address = 'address' in this.#state ? this.#state.address : null;
    if (address !== null && !this.#ports.accepts(address)) this.#fail(attempt, 'OTHER_ACCOUNT');
    if (this.#isCurrent(attempt)) await this.#reachChain(attempt, provider);
    if (this.#isCurrent(attempt) && this.#state.step === 'SIGNING') await this.#prepare(attempt, this.#state.address);
  }

  async #connect(attempt: number, provider: Eip1193Provider): Promise<void> {
    const { promise: appeared, resolve } = Promise.withResolvers<WalletResult<Address>>();
    this.#appeared = (address) => resolve({ ok: true, value: address });
    const connected = await limited(this.#ports.timer, Promise.race([this.#ports.connect(provider), appeared]));
    if (connected.ok) this.#dispatch({ type: 'CONNECTED', attempt, address: connected.value });
    else if (connected.error.code === 'REQUEST_PENDING') {
      this.#dispatch({ type: 'CONNECT_PENDING', attempt });
      const attached = await this.#untilWallet(attempt, provider, ({ address }) => address !== undefined);
      if (attached?.address) this.#dispatch({ type: 'CONNECTED', attempt, address: attached.address });
    } else this.#fail(attempt, failureOfWallet(connected.error));
  }

  async #reachChain(attempt: number, provider: Eip1193Provider): Promise<void> {
    const onStep = (step: 'SWITCHING_CHAIN' | 'ADDING_CHAIN'): void =>
      this.#dispatch({ type: step === 'SWITCHING_CHAIN' ? 'SWITCH_ASKED' : 'ADD_ASKED', attempt });
    const reached = await limited(this.#ports.timer, this.#ports.reachChain(provider, { onStep }));
    if (!reached.ok && reached.error.code === 'REQUEST_PENDING') {
      this.#dispatch({ type: 'CHAIN_PENDING', attempt });
      await this.#untilWallet(attempt, provider, ({ chainId }) => chainId === productChain.id);
    } else if (!reached.ok) {
      this.#fail(attempt, failureOfChain(reached.error));
    }
    this.#dispatch({ type: 'CHAIN_READY', attempt });
  }

  async #prepare(attempt: number, address: Address): Promise<void> {
    try {
      const challenge = await this.#ports.challenge(address);
      const isForUs = isMessageForUs(challenge.message, { domains: this.#ports.domains, address, chainId: productChain.id });
      if (isForUs) this.#dispatch({ type: 'CHALLENGED', attempt, challenge });
      else this.#fail(attempt, 'MESSAGE_UNSAFE');
    } catch (error) {
      this.#failOfApi(attempt, error);
    }
    if (this.#signsAttempt === attempt) await this.sign();
  }

  async #authenticate(attempt: number, wallet: ChosenWallet, proof: Proof): Promise<void> {
    this.#dispatch({ type: 'SIGNED', attempt });
    if (!this.#isCurrent(attempt)) return;
    try {
      const authenticated = await this.#ports.authenticate(proof);
      const isWanted = this.#isCurrent(attempt);
      if (isWanted && this.#ports.store(authenticated, wallet)) {
        this.#dispatch({ type: 'AUTHENTICATED', attempt });
        return;
      }
      this.#ports.revoke(authenticated.token);
      this.#fail(attempt, 'STORAGE_REFUSED');
    } catch (error) {
      this.#failOfApi(attempt, error);
    }
  }

  #watch(attempt: number, provider: Eip1193Provider): void {
    this.#stopWatching();
    this.#unwatch = this.#ports.watch(provider, {
      onAccount: (address) => {
        if (!this.#isCurrent(attempt)) return;
        const known = 'address' in this.#state ? this.#state.address : null;
        if (known === null) {
          if (address) this.#appeared?.(address);
        } else if (address === undefined) this.#fail(attempt, 'WALLET_LOCKED');
        else if (!sameAddress(address, known)) this.#fail(attempt, 'ACCOUNT_CHANGED');
      },
      onChain: (chainId) => {
        const isSigning = this.#state.step === 'SIGNING' || this.#state.step === 'AUTHENTICATING';
        if (this.#isCurrent(attempt) && isSigning && chainId !== productChain.id) this.#fail(attempt, 'CHAIN_CHANGED');
      },
    });
  }

  /** Polls the wallet, without a prompt, until it is where it should be; undefined if the attempt ended or timed out. */
  async #untilWallet(
    attempt: number,
    provider: Eip1193Provider,
    isThere: (wallet: AttachedWallet) => boolean,
  ): Promise<AttachedWallet | undefined> {
    for (let waitedMs = 0; this.#isCurrent(attempt) && waitedMs < WALLET_LIMIT_MS; waitedMs += POLL_MS) {
      const attached = await this.#ports.inspect(provider);
      if (attached.ok && isThere(attached.value)) return attached.value;
      await pause(this.#ports.timer, POLL_MS);
    }
    this.#fail(attempt, 'WALLET_SILENT');
    return undefined;
  }

  #isCurrent(attempt: number): boolean {
    const { step } = this.#state;
    return this.#state.attempt === attempt && step !== 'IDLE' && step !== 'FAILED' && step !== 'SIGNED_IN';
  }

  /** A call cancelled by the person ends the sign-in like cancelling it. */
  #failOfApi(attempt: number, error: unknown): void {
    if (!(error instanceof NetworkError && error.code === 'ABORTED')) this.#fail(attempt, failureOfApi(error));
    else if (this.#isCurrent(attempt)) this.cancel();
  }

  #fail(attempt: number, reason: FailureReason): void {
    this.#dispatch({ type: 'FAILED', attempt, reason });
  }

  #dispatch(event: WalletFlowEvent): void {
    const next = reduceWalletFlow(this.#state, event);
    if (next === this.#state) return;
    this.#state = next;
    if (next.step === 'IDLE' || next.step === 'FAILED' || next.step === 'SIGNED_IN') this.#stopWatching();
    this.#ports.onChange(next);
  }

  #stopWatching(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
  }
}

/** The failure shown when the wallet refused. */
function failureOfWallet({ code }: WalletError): FailureReason {
  switch (code) {
    case 'USER_REJECTED':
      return 'DECLINED';
    case 'CONNECTOR_NOT_FOUND':
      return 'CONNECTOR_NOT_FOUND';
    case 'RELAY_UNREACHABLE':
      return 'WALLETCONNECT_UNREACHABLE';
    case 'CHAIN_NOT_CONFIGURED':
    case 'UNKNOWN_CHAIN':
      return 'CHAIN_NOT_CONFIGURED';
    case 'TIMEOUT':
    case 'REQUEST_PENDING':
      return 'WALLET_SILENT';
    case 'OTHER':
      return 'WALLET_ERROR';
  }
}

/** The same for a request to change the chain. Whatever the wallet's reason, the remedy is to enter the chain by hand. */
function failureOfChain(error: WalletError): FailureReason {
  const reason = failureOfWallet(error);
  if (reason === 'DECLINED') return 'CHAIN_REFUSED';
  return reason === 'WALLET_ERROR' ? 'CHAIN_NOT_CONFIGURED' : reason;
}

/** The failure shown when the provider refused or didn't answer. */
function failureOfApi(error: unknown): FailureReason {
  if (error instanceof NetworkError) return 'OFFLINE';
  if (error instanceof AnswerError || !(error instanceof ApiError)) return 'SERVICE_UNAVAILABLE';
  switch (error.code) {
    case 'NONCE_UNKNOWN':
    case 'NONCE_EXPIRED':
      return 'NONCE_EXPIRED';
    case 'SIGNATURE_INVALID':
    case 'MEMBER_BLOCKED':
    case 'TOO_MANY_REQUESTS':
    case 'CHAIN_UNAVAILABLE':
      return error.code;
    default:
      return error.status >= 500 ? 'SERVICE_UNAVAILABLE' : 'SIGN_IN_REFUSED';
  }
}
