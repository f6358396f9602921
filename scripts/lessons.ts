/** `npm run lessons [FILE]`: names what is wrong in the lessons under `public/lessons`, or in one file. */
import { checkLessons } from "../packages/lessons/test/checkLessons.ts";

const { problems, lessons } = await checkLessons(process.argv.slice(2));
for (const { file, line, message } of problems) console.log(`${file}:${line}: ${message}`);
console.log(`${lessons} lessons, ${problems.length === 0 ? "nothing wrong" : `${problems.length} wrong`}`);
process.exit(problems.length > 0 ? 1 : 0);
