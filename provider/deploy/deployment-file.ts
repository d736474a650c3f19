import { open, readFile, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Address, type Hex, isAddress } from 'viem';
import { z } from 'zod';
import { hexSchema } from '../hex-schema.ts';
import { OperatorMistake } from '../operator-mistake.ts';

/** One contract: its nonce fixes its address, whichever of the attempts is mined. */
export interface DeploymentStep {
  contract: 'JUF' | 'VAULT';
  nonce: number;
  address: Address;
  /** Signed transactions, each with a higher fee than the one before; all of them create the same contract. */
  attempts: Hex[];
}

export interface Deployment {
  chainId: number;
  deployer: Address;
  owner: Address;
  operator: Address;
  usdt: Address;
  juf: Address;
  steps: DeploymentStep[];
}

const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value));
const schema = z.object({
  chainId: z.number().int(),
  deployer: address,
  owner: address,
  operator: address,
  usdt: address,
  juf: address,
  steps: z.array(z.object({ contract: z.enum(['JUF', 'VAULT']), nonce: z.number().int(), address, attempts: z.array(hexSchema).min(1) })),
});

/** Null if the file doesn't exist yet. */
export async function readDeployment(path: string): Promise<Deployment | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new OperatorMistake(`${path} cannot be read.`, { cause: error });
  });
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new OperatorMistake(`${path} is not a deployment file: name another with --file.`, { cause });
  }
}

/** After a crash at any moment the file holds either the old content or the new one, whole. */
export async function writeDeployment(path: string, deployment: Deployment): Promise<void> {
  const half = `${path}.half`;
  try {
    const file = await open(half, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(deployment, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, path);
    const folder = await open(dirname(resolve(path)), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (cause) {
    throw new OperatorMistake(`${path} cannot be written, so nothing was sent.`, { cause });
  }
}
