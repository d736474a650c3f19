import { useState } from 'react';
import { Notice } from '../action/Notice.tsx';
import { Icon } from '../figures/Icon.tsx';
import { interpolate } from '../jsx/interpolate.ts';
import { useIsAlive } from '../state/use-is-alive.ts';
import { downloadFile } from './download-file.ts';

interface ListExportProps<Row> {
  /** All rows that are asked for; fails rather than returns a part. */
  read: (onPage: (page: number, pages: number) => void) => Promise<Row[]>;
  /** Of the file, before the day. */
  name: string;
  csvOf: (rows: Row[]) => string;
  texts: Readonly<Record<'csv' | 'csvBusy' | 'csvFailed', string>>;
  print?: { text: string; failed: string; use: (rows: Row[]) => void };
}

type Progress = { kind: 'idle' } | { kind: 'reading'; page: number; pages: number } | { kind: 'failed'; text: string };

/** All rows of a list, as a file and for printing. An incomplete list is never exported. */
export function ListExport<Row>({ read, name, csvOf, texts, print }: ListExportProps<Row>) {
  const isAlive = useIsAlive();
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' });
  const isReading = progress.kind === 'reading';
  const withAll = async (use: (rows: Row[]) => void, failed: string): Promise<void> => {
    if (isReading) return;
    try {
      const rows = await read((page, pages) => setProgress({ kind: 'reading', page, pages }));
      setProgress({ kind: 'idle' });
      use(rows);
    } catch {
      setProgress({ kind: 'failed', text: failed });
    }
  };
  const save = (rows: Row[]): void => downloadFile(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(rows));
  const button = { type: 'button', className: 'btn btn-secondary', disabled: !isAlive } as const;
  return (
    <>
      <div className="btn-row exports">
        <button {...button} aria-busy={isReading} onClick={() => void withAll(save, texts.csvFailed)}>
          <Icon name="dl" small />
          {texts.csv}
        </button>
        {print && (
          <button {...button} onClick={() => void withAll(print.use, print.failed)}>
            {print.text}
          </button>
        )}
        <span className="note num" role="status">
          {isReading && interpolate(texts.csvBusy, { page: progress.page, pages: progress.pages })}
        </span>
      </div>
      {progress.kind === 'failed' && <Notice kind="failed" text={progress.text} />}
    </>
  );
}
