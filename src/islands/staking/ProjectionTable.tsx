import { formatDays } from '../../lib/format-terms.ts';
import type { ProjectionPoint } from '../../lib/staking/project-stake.ts';
import { TableHead } from '../list/TableHead.tsx';
import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';

interface ProjectionTableProps {
  rows: readonly ProjectionPoint[];
  toUnit: (juf: bigint) => bigint;
}

export function ProjectionTable({ rows, toUnit }: ProjectionTableProps): React.JSX.Element {
  const texts = useTexts('staking').projection;
  const locale = useLocale();
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
                  <Figure value={toUnit(value)} sign="+" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
