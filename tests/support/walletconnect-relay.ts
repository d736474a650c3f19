import { once } from 'node:events';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';

interface Message {
  topic: string;
  message: string;
  publishedAt: number;
  tag: number;
  /** The publisher, to whom it isn't sent back. */
  from: string;
  readBy: Set<string>;
}

interface Call {
  id: number | string;
  method: string;
  params: Readonly<Record<string, unknown>>;
}

export interface WalletConnectRelay {
  /** Closes all connections and takes no new ones; what was published is kept. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** How many clients have a connection. */
  connections(): number;
}

/**
 * WalletConnect's relay as its clients see it: JSON-RPC over WebSocket, topics that are subscribed to and published on, and a mailbox for who is
 * away (specs.walletconnect.com, "Relay RPC"). It learns who a client is from the token that it comes with, and doesn't check it.
 */
export async function startWalletConnectRelay(port: number): Promise<WalletConnectRelay> {
  const messages: Message[] = [];
  /** Clients by topic: a subscription outlives its connection. */
  const readers = new Map<string, Map<string, WebSocket>>();
  let server: WebSocketServer | undefined;
  let lastId = Date.now() * 1000;

  const deliver = (topic: string): void => {
    for (const [client, socket] of readers.get(topic) ?? []) {
      if (socket.readyState !== socket.OPEN) continue;
      for (const message of messages) {
        if (message.topic !== topic || message.from === client || message.readBy.has(client)) continue;
        message.readBy.add(client);
        const { publishedAt, tag } = message;
        const data = { topic, message: message.message, publishedAt, tag };
        socket.send(JSON.stringify({ id: (lastId += 1), jsonrpc: '2.0', method: 'irn_subscription', params: { id: topic, data } }));
      }
    }
  };
  const subscribe = (client: string, socket: WebSocket, topic: string): string => {
    readers.set(topic, (readers.get(topic) ?? new Map<string, WebSocket>()).set(client, socket));
    queueMicrotask(() => deliver(topic));
    return topic;
  };
  const publish = (from: string, topic: string, message: unknown, tag: unknown): true => {
    messages.push({ topic, message: text(message), publishedAt: Date.now(), tag: Number(tag), from, readBy: new Set() });
    queueMicrotask(() => deliver(topic));
    return true;
  };
  const answer = (client: string, socket: WebSocket, { method, params }: Call): unknown => {
    const topic = text(params['topic']);
    switch (method) {
      case 'irn_subscribe':
        return subscribe(client, socket, topic);
      case 'irn_batchSubscribe':
        return texts(params['topics']).map((each) => subscribe(client, socket, each));
      case 'irn_unsubscribe':
        return readers.get(topic)?.delete(client) ?? false;
      case 'irn_publish':
        return publish(client, topic, params['message'], params['tag']);
      case 'irn_fetchMessages':
      case 'irn_batchFetchMessages':
        return { messages: [], hasMore: false };
      // Two steps in one, as clients ask since 2.21.6.
      case 'wc_proposeSession':
        subscribe(client, socket, text(params['pairingTopic']));
        return publish(client, text(params['pairingTopic']), params['sessionProposal'], 1100);
      case 'wc_approveSession':
        subscribe(client, socket, text(params['sessionTopic']));
        publish(client, text(params['pairingTopic']), params['sessionProposalResponse'], 1101);
        return publish(client, text(params['sessionTopic']), params['sessionSettlementRequest'], 1102);
      default:
        throw new Error(`the relay knows no ${method}`);
    }
  };
  const start = async (): Promise<void> => {
    server = new WebSocketServer({ port, host: '127.0.0.1' });
    server.on('connection', (socket, { url }) => {
      const client = clientOf(new URL(url ?? '', 'ws://relay'));
      socket.on('message', (raw) => {
        const call = readCall(raw);
        if (!call) return;
        socket.send(JSON.stringify({ id: call.id, jsonrpc: '2.0', result: answer(client, socket, call) }));
      });
    });
    await once(server, 'listening');
  };
  await start();
  return {
    start,
    connections: () => server?.clients.size ?? 0,
    stop: async () => {
      for (const socket of server?.clients ?? []) socket.terminate();
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    },
  };
}

/** Nothing for what only acknowledges. */
function readCall(raw: RawData): Call | undefined {
  const parsed: unknown = JSON.parse(raw instanceof Buffer ? raw.toString() : '');
  return isCall(parsed) ? parsed : undefined;
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'params' in value;
}

/** The issuer of its token (a JSON Web Token, RFC 7519): `did:key:…`. */
function clientOf(url: URL): string {
  const [, payload = ''] = (url.searchParams.get('auth') ?? '').split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (typeof claims !== 'object' || claims === null || !('iss' in claims)) throw new Error('a client without a token');
  return text(claims.iss);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : [];
}
