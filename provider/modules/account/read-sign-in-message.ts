import { SiweMessage } from '@signinwithethereum/siwe';
import { type Address } from 'viem';
import { Refusal } from '../../http/refusal.ts';
import { type SignInSite } from './sign-in-message.ts';

const MAX_BYTES = 4_096;

/**
 * Reads a signed message by the EIP-4361 grammar and checks all that can be known without the nonce: that it is for this site, this chain and
 * this address. Gives the nonce it carries.
 */
export function readSignInMessage(text: string, site: SignInSite, address: Address): { nonce: string } {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Refusal('MESSAGE_INVALID');
  const message = parse(text);
  // A warning means an address without its checksum, which the message that was issued never has. The parser also warns of the one address
  // in some two thousand whose checksum has letters of one case only: so the line itself is looked at.
  if (message === null || (message.warnings.length > 0 && text.split('\n')[1] !== address)) throw new Refusal('MESSAGE_INVALID');
  if (message.domain !== site.domain || message.scheme !== site.scheme || message.uri !== site.uri) throw new Refusal('DOMAIN_MISMATCH');
  if (message.chainId !== site.chainId) throw new Refusal('CHAIN_MISMATCH');
  if (message.version !== '1' || message.address !== address) throw new Refusal('MESSAGE_INVALID');
  return { nonce: message.nonce };
}

function parse(text: string): SiweMessage | null {
  try {
    return new SiweMessage(text);
  } catch {
    // The parser's reasons are for people who write parsers; the caller learns that the message is not one.
    return null;
  }
}
