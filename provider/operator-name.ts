import { z } from 'zod';

/** The name that a user of the operator's tool gives. */
export const operatorName = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} .@_-]{0,63}$/u, 'must be a name of at most 64 letters, digits, blanks and . @ _ -');
