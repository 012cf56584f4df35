/** The process of one measurement: its name and its effort as JSON in, what it measured as JSON out. */
const [name, effort] = process.argv.slice(2);
const { measure } = await import(`./measure-${name}.js`);
console.log(JSON.stringify(await measure(JSON.parse(effort ?? "{}"))));
