import { type Hex, isHex } from 'viem';
import { z } from 'zod';

/** Hexadecimal from a node, a file or the database. */
export const hexSchema = z.custom<Hex>((value) => isHex(value));
/** A number as nodes write it. */
export const quantitySchema = hexSchema.transform((value) => BigInt(value));
