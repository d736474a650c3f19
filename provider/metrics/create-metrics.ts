import type { ProcessServices } from '../provider-services.ts';
import { countDurations } from './count-durations.ts';
import { formatMetrics } from './format-metrics.ts';
import { readGauges } from './read-gauges.ts';
import { createPoolGauges } from './read-pool-gauges.ts';

/** What a process counts about its own work, and what it reads on request. */
export interface Metrics {
  /** `call` is a call of the contract or another of our paths, never client input. */
  observeRequest(call: string, status: number, seconds: number): void;
  observeJob(job: string, outcome: 'done' | 'failed', seconds: number): void;
  render(services: ProcessServices): Promise<string>;
}

const REQUEST_BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BOUNDS_SECONDS = [0.01, 0.1, 1, 10, 60, 300];

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
