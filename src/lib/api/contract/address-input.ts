import { getAddress } from 'viem';
import { isChecksummed } from '../../address.ts';
import { address } from './scalars.ts';
import { z } from './zod.ts';

/** As sent by a client: mixed case must have a valid EIP-55 checksum. The provider gets it checksummed. */
export const addressInput = z.pipe(
  z.pipe(
    address.check(z.refine(isChecksummed, 'CHECKSUM')),
    z.transform((text) => getAddress(text)),
  ),
  address,
);
