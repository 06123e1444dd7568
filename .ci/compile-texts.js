/** Compiles the texts of the console when it is built: the browser gets no parser of messages. */
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** A plugin of Vite for the catalogues in `texts/`: the variables and plurals of each text become a tree. */
export const compiledTexts = () => ({
  name: 'compiled-texts',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/texts\/\w+\.json$/.test(id)) return undefined;
    const texts = Object.entries(JSON.parse(code)).map(([key, text]) => [key, compileMessage(text)]);
    return { code: JSON.stringify(Object.fromEntries(texts)), map: null };
  },
});
