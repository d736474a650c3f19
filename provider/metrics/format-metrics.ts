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

export function gauge(name: string, help: string, samples: Family['samples'] | number): Family {
  return { name, help, type: 'gauge', samples: typeof samples === 'number' ? [{ value: samples }] : samples };
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
