import { interpolate } from '../jsx/interpolate.ts';
import { verbatim } from '../jsx/kept-text.ts';
import { formatCount } from '../../lib/format-count.ts';
import type { TreeRow } from '../../lib/team/team-tree.ts';
import { useLocale, useTexts } from '../root/island.ts';

type Member = Extract<TreeRow, { kind: 'member' }>;

interface TreePictureProps {
  /** The member at the top. */
  name: string;
  rows: readonly TreeRow[];
}

/** In the units of the viewBox. */
const WIDTH = 860;
const HEIGHT = 186;
const NAMES_AT = 96;
const BELOW_AT = 153;
/** More names would overlap, and nobody would count more dots. */
const MOST_NAMES = 5;
const MOST_BELOW = 5;
const MOST_LAST = 3;
/** In halves of an ideograph, about as wide as a Latin letter. */
const WIDEST_NAME = 18;

/** The team as a drawing: the members invited, and a dot for each member that they invited. Hidden from screen readers: the tree itself says more. */
export function TreePicture({ name, rows }: TreePictureProps): React.JSX.Element {
  const { members } = useTexts('team');
  const locale = useLocale();
  const direct = rows.filter((row): row is Member => row.kind === 'member' && row.parentKey === null);
  const named = direct.slice(0, MOST_NAMES);
  const isLonger = direct.length > named.length || rows.some((row) => row.kind === 'rest' && row.parentKey === null);
  const slots = named.length + (isLonger ? 1 : 0);
  const middle = (slot: number): number => Math.round(((slot + 0.5) * WIDTH) / slots);
  return (
    <svg className="tree-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {Array.from({ length: slots }, (_, slot) => (
        <path key={slot} d={curve(WIDTH / 2, 34, middle(slot), NAMES_AT - 18)} />
      ))}
      <text className="strong" x={WIDTH / 2} y="24">
        {verbatim(name)}
      </text>
      {named.map(({ key, member }, slot) => (
        <g key={key}>
          <text className="strong" x={middle(slot)} y={NAMES_AT}>
            {verbatim(shorten(member.username))}
          </text>
          <text x={middle(slot)} y={NAMES_AT + 17}>
            {interpolate(members.invited, { count: formatCount(member.directCount, locale) })}
          </text>
          <Below x={middle(slot)} count={member.directCount} known={rows.filter((row) => row.parentKey === key)} />
        </g>
      ))}
      {isLonger && (
        <text className="strong" x={middle(named.length)} y={NAMES_AT}>
          …
        </text>
      )}
    </svg>
  );
}

/** The members that one of them invited, and those below, as far as they are loaded. */
function Below({ x, count, known }: { x: number; count: number; known: readonly TreeRow[] }): React.JSX.Element {
  const locale = useLocale();
  const drawn = Math.min(count, MOST_BELOW);
  const at = (place: number, of: number, gap: number): number => x + (place - (of - 1) / 2) * gap;
  const members = known.filter((row): row is Member => row.kind === 'member');
  return (
    <>
      {Array.from({ length: drawn }, (_, place) => {
        const dot = at(place, drawn, 24);
        const last = Math.min(members[place]?.member.directCount ?? 0, MOST_LAST);
        return (
          <g key={place}>
            <path d={curve(x, NAMES_AT + 25, dot, BELOW_AT - 5)} />
            <circle cx={dot} cy={BELOW_AT} r="4.5" />
            {Array.from({ length: last }, (__, each) => (
              <circle key={each} className="last" cx={dot + (each - (last - 1) / 2) * 7} cy={BELOW_AT + 17} r="2.5" />
            ))}
          </g>
        );
      })}
      {count > drawn && (
        <text x={at(drawn, drawn, 24) + 4} y={BELOW_AT + 4}>
          +{formatCount(count - drawn, locale)}
        </text>
      )}
    </>
  );
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const half = (fromY + toY) / 2;
  return `M${fromX} ${fromY}C${fromX} ${half} ${toX} ${half} ${toX} ${toY}`;
}

/** The tree itself has the whole name. */
function shorten(name: string): string {
  let width = 0;
  // Firefox has had it since 125.
  const letters = 'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment) : Array.from(name);
  const fitting = letters.filter((letter) => (width += letter >= '\u1100' ? 2 : 1) <= WIDEST_NAME);
  return fitting.length === letters.length ? name : `${fitting.slice(0, -1).join('')}…`;
}
