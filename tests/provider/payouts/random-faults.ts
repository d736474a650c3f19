import type { Fault } from '../../support/faulty-rpc.ts';
import {
  broken,
  brokenAfterwards,
  delayed,
  droppedLogs,
  duplicatedLogs,
  laggingNodes,
  limitedLogRange,
  only,
  type Random,
  refuses,
  says,
  shuffledLogs,
  silent,
  silentAfterwards,
  sometimes,
} from '../../support/rpc-faults.ts';

/** Everything that can go wrong with nodes and connections, by name. */
export function namedFaults(random: Random): [name: string, fault: Fault][] {
  return [
    ['silence now and then', sometimes(random, 0.1, silent)],
    ['transactions taken in silence', only('eth_sendRawTransaction', silentAfterwards)],
    ['transactions taken, and then the connection broke', only('eth_sendRawTransaction', brokenAfterwards)],
    ['transactions lost on the way', only('eth_sendRawTransaction', broken)],
    ['broken connections', sometimes(random, 0.25, broken)],
    ['502', sometimes(random, 0.25, says(502, 'bad gateway'))],
    ['429', sometimes(random, 0.25, says(429, 'slow down'))],
    ['errors of its own', sometimes(random, 0.25, refuses(-32_603, 'internal error'))],
    ['half an answer', sometimes(random, 0.2, says(200, '{"jsonrpc":"2.0","id":1,"res'))],
    ['no receipts', only('eth_getTransactionReceipt', () => Promise.resolve({ result: null }))],
    ['answers that cross', delayed(random, 20)],
    ['logs left out', droppedLogs(random, 0.4)],
    ['logs twice', duplicatedLogs(random, 0.5)],
    ['logs in any order', shuffledLogs(random)],
    ['nodes that lag', laggingNodes(random, 2)],
    ['nodes that lag and say so', laggingNodes(random, 3, { honest: true })],
    ['few blocks at once', limitedLogRange(5)],
  ];
}
