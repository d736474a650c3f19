import type { Address } from '../chain/wallets/eip1193.ts';

/** keccak256 of `Sync(uint112,uint112)`, which a Uniswap-V2 pair emits whenever its reserves change. */
const SYNC_TOPIC = '0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1';
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Calls back when reserves change, over the node's WebSocket. Returns an unsubscribe function. A lost connection is reopened with growing pauses; the page
 * polls every few seconds anyway.
 */
export function watchReserves(url: string, pairs: readonly Address[], onMoved: () => void): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isStopped = false;

  function connect(): void {
    socket = new WebSocket(url);
    socket.addEventListener('open', () => {
      retryMs = FIRST_RETRY_MS;
      const params = ['logs', { address: pairs, topics: [SYNC_TOPIC] }];
      socket?.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }));
    });
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string' && data.includes('"eth_subscription"')) onMoved();
    });
    socket.addEventListener('close', () => {
      if (isStopped) return;
      timer = setTimeout(connect, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    });
  }

  connect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    socket?.close();
  };
}
