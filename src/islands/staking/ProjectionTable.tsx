import { formatDays } from '../../lib/format-terms.ts';
import type { ProjectionPoint } from '../../lib/staking/project-stake.ts';
import { TableHead } from '../list/TableHead.tsx';
import type { StakingTexts } from './staking-texts.ts';
import { TokenFigure } from '../action/TokenFigure.tsx';

interface ProjectionTableProps {
  rows: readonly ProjectionPoint[];
  toUnit: (juf: bigint) => bigint;
  locale: string;
  texts: StakingTexts['projection'];
}

export function ProjectionTable({ rows, toUnit, locale, texts }: ProjectionTableProps): React.JSX.Element {
  return (
    <details className="twin">
      <summary>{texts.table}</summary>
      <table>
        <TableHead columns={[{ name: texts.after }, { name: texts.withoutTurbo }, { name: texts.withTurbo }]} />
        <tbody>
          {rows.map(({ day, plainBaseUnits, turboBaseUnits }) => (
            <tr key={day}>
              <th scope="row">{formatDays(day, locale)}</th>
              {[plainBaseUnits, turboBaseUnits].map((value, index) => (
                <td key={index}>
                  <TokenFigure value={toUnit(value)} locale={locale} sign="+" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
