import { Fragment } from 'react';
import { termNames } from '../../lib/term-names.ts';
import { WhatIs } from './WhatIs.tsx';

interface ExplainedTextProps {
  /** As written in the locale: `{{juPower}}` behind a word is where it is explained. The page has its `Terms`. */
  text: string;
}

/** The text before a term's marker, and the term's name. */
const PLACE = new RegExp(`^(.*?)((?:\\P{M}\\p{M}*){1,2})\\{\\{(${termNames.join('|')})\\}\\}`, 'su');

/** A paragraph with words that are explained. Rendered on the server alone. */
export function ExplainedText({ text }: ExplainedTextProps) {
  const parts: { before: string; end: string; name: string | undefined }[] = [];
  let rest = text;
  for (let place = PLACE.exec(rest); place !== null; place = PLACE.exec(rest)) {
    const [whole, before = '', end = '', name] = place;
    parts.push({ before, end, name });
    rest = rest.slice(whole.length);
  }
  return (
    <p>
      {parts.map(({ before, end, name }) => {
        const term = termNames.find((known) => known === name);
        return (
          <Fragment key={name}>
            {before}
            {/* A word's end stays on the line of its question mark: only its last letters, because some languages write without spaces. */}
            <span className="kept">
              {end}
              {'\u00a0'}
              {term && <WhatIs term={term} />}
            </span>
          </Fragment>
        );
      })}
      {rest}
    </p>
  );
}
