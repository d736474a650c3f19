import { island } from '../root/island.ts';
import { Figure } from './Figure.tsx';

/** A figure of a page itself, outside its islands. */
export const PageFigure = island(Figure);
