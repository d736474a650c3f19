import { createHash, timingSafeEqual } from 'node:crypto';
import type { ProcessServices } from '../provider-services.ts';
import { type Family, formatMetrics, type Labels, type Sample } from './format-metrics.ts';
import { createPoolGauges, readGauges } from './read-gauges.ts';

/** What a process counts about its own work, and what it reads on request. */
export interface Metrics {
  /** `call` is a call of the contract or another of our paths, never client input. */
  observeRequest(call: string, status: number, seconds: number): void;
  observeJob(job: string, outcome: 'done' | 'failed', seconds: number): void;
  render(services: ProcessServices): Promise<string>;
}

const REQUEST_BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BOUNDS_SECONDS = [0.01, 0.1, 1, 10, 60, 300];

/** Headers that reveal a proxy acting for someone else. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'cf-connecting-ip'];
const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;

export function createMetrics(): Metrics {
  const requests = countDurations('jufi_request_duration_seconds', 'Requests answered, by call and status.', REQUEST_BOUNDS_SECONDS);
  const jobs = countDurations('jufi_job_duration_seconds', 'Runs of jobs in this process, by outcome.', JOB_BOUNDS_SECONDS);
  const readPools = createPoolGauges();
  return {
    observeRequest: (call, status, seconds) => requests.observe({ call, status: String(status) }, seconds),
    observeJob: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    render: async (services) => formatMetrics([requests.family(), jobs.family(), ...(await readGauges(services, readPools))]),
  };
}

interface DurationCounter {
  observe(labels: Labels, seconds: number): void;
  family(): Family;
}

interface Histogram {
  labels: Labels;
  /** Number of observations up to each bound, plus the total. */
  buckets: number[];
  sum: number;
  count: number;
}

/** A histogram of durations per label set. Label values must be bounded, since each set is kept forever. */
export function countDurations(name: string, help: string, bounds: readonly number[]): DurationCounter {
  const histograms = new Map<string, Histogram>();
  return {
    observe(labels, seconds) {
      const key = JSON.stringify(labels);
      const histogram = histograms.get(key) ?? { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 };
      histograms.set(key, histogram);
      histogram.buckets = histogram.buckets.map((count, index) => (seconds <= (bounds[index] ?? 0) ? count + 1 : count));
      histogram.sum += seconds;
      histogram.count += 1;
    },
    family: () => ({
      name,
      help,
      type: 'histogram',
      samples: [...histograms.values()].flatMap((histogram) => samplesOf(histogram, bounds)),
    }),
  };
}

function samplesOf({ labels, buckets, sum, count }: Histogram, bounds: readonly number[]): Sample[] {
  return [
    ...buckets.map((value, index) => ({ suffix: '_bucket', labels: { ...labels, le: String(bounds[index]) }, value })),
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ];
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
