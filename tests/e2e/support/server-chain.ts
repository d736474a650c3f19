import { createPublicClient, createTestClient, http } from 'viem';
import { e2ePorts } from './ports.ts';

const url = `http://127.0.0.1:${e2ePorts.chain}`;

/** The browser tests' chain; other tests use it at the same time. */
export const chainClient = {
  url,
  read: createPublicClient({ transport: http(url) }),
  test: createTestClient({ mode: 'anvil', transport: http(url) }),
};
