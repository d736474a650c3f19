import { AnswerError, ApiError, NetworkError } from '../api/api-error.ts';
import type { WalletError } from '../chain/wallets/wallet-error.ts';
import type { FailureReason } from './wallet-flow-state.ts';

/** The failure shown when the wallet refused. */
export function failureOfWallet({ code }: WalletError): FailureReason {
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
export function failureOfChain(error: WalletError): FailureReason {
  const reason = failureOfWallet(error);
  if (reason === 'DECLINED') return 'CHAIN_REFUSED';
  return reason === 'WALLET_ERROR' ? 'CHAIN_NOT_CONFIGURED' : reason;
}

/** The failure shown when the provider refused or didn't answer. */
export function failureOfApi(error: unknown): FailureReason {
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
