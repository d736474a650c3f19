import { createHash, timingSafeEqual } from 'node:crypto';

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** `_bucket`, `_sum` or `_count` of a histogram. */
  suffix?: string;
  labels?: Labels;
  value: number;
}

export interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly Sample[];
}

/** Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function formatMetrics(families: readonly Family[]): string {
  return families.map(formatFamily).join('');
}

function formatFamily({ name, help, type, samples }: Family): string {
  const head = `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`;
  return (
    head + samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${formatLabels(labels)} ${formatValue(value)}\n`).join('')
  );
}

/** Infinity in the format's notation. */
function formatValue(value: number): string {
  return value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value);
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

export interface MetricsAccess {
  /** The scraper's bearer token. */
  token: string | undefined;
  /**
   * Whether requests from this machine need none where no token is set. Not in production: behind a local proxy that doesn't pass addresses on, everyone
   * comes from 127.0.0.1.
   */
  loopback: boolean;
}

/** Headers that reveal a proxy acting for someone else. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'cf-connecting-ip'];
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;

export function mayReadMetrics({ token, loopback }: MetricsAccess, headers: Headers, clientAddress: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (token !== undefined) return given !== undefined && isSame(given, token);
  return loopback && LOOPBACK.test(clientAddress) && !FORWARDED.some((name) => headers.has(name));
}

/** Compares digests, so that timing reveals nothing, not even the length. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
