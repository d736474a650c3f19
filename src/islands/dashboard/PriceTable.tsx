import { Figure } from '../figures/Figure.tsx';
import { useLocale, useTexts } from '../root/island.ts';
import { formatHour } from './format-hour.ts';
import { formatDate } from '../figures/format-time.ts';
import { TableHead } from '../list/TableHead.tsx';
import type { PricePoint } from './price-stats.ts';
import { priceWeeks } from './price-weeks.ts';

interface PriceTableProps {
  points: readonly PricePoint[];
  isByHour: boolean;
}

/** The price chart as a table: weeks for daily prices, or one row per hour. */
export function PriceTable({ points, isByHour }: PriceTableProps): React.JSX.Element {
  const texts = useTexts('home').price;
  const locale = useLocale();
  const { hours } = texts;
  const names = isByHour ? [hours.until, hours.average] : [texts.week, texts.low, texts.high, texts.close];
  const rows = isByHour
    ? points.map(({ time, price }) => ({ key: time, name: formatHour(time, locale), prices: [price] }))
    : priceWeeks(points).map(({ startsOn, low, high, close }) => ({
        key: startsOn,
        name: formatDate(startsOn, locale, 'UTC'),
        prices: [low, high, close],
      }));
  return (
    <details className="twin">
      <summary>{texts.table}</summary>
      <table>
        <TableHead columns={names.map((name) => ({ name }))} />
        <tbody>
          {rows.map(({ key, name, prices }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {prices.map((price, index) => (
                <td key={names[index + 1]}>
                  <Figure value={price} fractionDigits={4} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
