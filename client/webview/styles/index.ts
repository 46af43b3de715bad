import { comparingStyles } from '../compare/shown-comparison.js';
import { aroundStyles } from './around.js';
import { barStyles } from './bar.js';
import { baseStyles } from './base.js';
import { conditionsStyles } from './conditions.js';
import { promptStyles } from './prompt.js';
import { tokensStyles } from './tokens.js';

/** The styles of the page, in the order in which they may override each other. */
export const styles = [baseStyles, barStyles, promptStyles, aroundStyles, tokensStyles, conditionsStyles, comparingStyles];
