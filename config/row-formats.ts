import type { RowFormats } from '../adapters/cli/index.js';
import { csvTexts } from '../adapters/csv/index.js';
import { answerFor } from '../adapters/http/error-table.js';

export const rowFormats: RowFormats = { write: csvTexts, messageOf: (error) => answerFor(error)?.message };
