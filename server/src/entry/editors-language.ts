import { chooseLanguage } from '../node/texts.js';

// Imported before all else: texts are said while their modules are loaded. The command line speaks English; an editor that runs it for a user names the language of that one (client/src/verify.ts).
chooseLanguage(process.env['PREFLIGHT_LANGUAGE']);
