import type { Family, Labels, Sample } from './format-metrics.ts';

export interface DurationCounter {
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
