// The scores of a campaign from its rows, by the definitions of the page. Rows are columns of equal length; a row is
// named by its index. Nothing here knows the page: tests compare the numbers with those of the report.
"use strict";
const Campaign = (() => {
  const SHIFT_S = 1, PENALTY = 2, LEAST_ROWS = 0.5, LEAST_MS = 1e-5;

  const median = (values) => {
    const sorted = Float64Array.from(values).sort();
    const half = sorted.length >> 1;
    return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  };
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

  // Seconds of a row that is solved by the limit T, Infinity of any other.
  function seconds(data, row, limit) {
    const columns = data.columns;
    if (columns.result[row] !== data.solved) return Infinity;
    const total = columns.total_s[row];
    const time = total === null ? data.limits[columns.group[row]].limit_s : total;
    return time <= limit ? time : Infinity;
  }

  // The rows of the runs that every compared configuration has, and in words what is left out.
  function balance(data, rows) {
    const { configuration, result, run } = data.columns;
    const counts = new Map(), supported = new Set(), runs = new Map(), notes = [];
    const asked = rows.filter((row) => result[row] !== data.not_asked);
    if (asked.length < rows.length) {
      notes.push(`${rows.length - asked.length} runs are not compared: the solver was not asked, as one row alone cannot hold`);
    }
    rows = asked;
    for (const row of rows) {
      counts.set(configuration[row], (counts.get(configuration[row]) || 0) + 1);
      if (result[row] !== data.unsupported) supported.add(configuration[row]);
    }
    const most = Math.max(0, ...[...counts].filter(([name]) => supported.has(name)).map(([, count]) => count));
    const compared = new Set();
    for (const [name, count] of counts) {
      const { configuration: title } = data.configurations[name];
      if (!supported.has(name)) notes.push(`${title} supports none of these boards`);
      else if (count < LEAST_ROWS * most) notes.push(`${title} has ${count} runs where another has ${most}`);
      else compared.add(name);
    }
    const kept = rows.filter((row) => compared.has(configuration[row]));
    for (const row of kept) runs.set(run[row], (runs.get(run[row]) || 0) + 1);
    const complete = kept.filter((row) => runs.get(run[row]) === compared.size);
    if (complete.length < kept.length) {
      notes.push(`${kept.length - complete.length} runs are not compared: not all configurations have them`);
    }
    return { rows: complete, notes };
  }

  // What each configuration did on each instance: {solved, runs, par1, par2, shifted (means), median} by [c][i].
  function tabulate(data, rows, limit) {
    const { configuration, instance } = data.columns, cells = new Map();
    for (const row of rows) {
      const key = `${configuration[row]} ${instance[row]}`;
      if (!cells.has(key)) cells.set(key, { c: configuration[row], i: instance[row], times: [] });
      cells.get(key).times.push(seconds(data, row, limit));
    }
    for (const cell of cells.values()) {
      const par1 = cell.times.map((time) => Math.min(time, limit));
      const par2 = cell.times.map((time) => (time === Infinity ? PENALTY * limit : time));
      cell.runs = cell.times.length;
      cell.solved = cell.times.filter((time) => time < Infinity).length;
      cell.par1 = mean(par1);
      cell.par2 = mean(par2);
      cell.shifted = mean(par1.map((time) => Math.log(time + SHIFT_S)));
      cell.median = median(par2);
    }
    return [...cells.values()];
  }

  // One record per configuration, the best first, those with wrong answers last; and the virtual best of them.
  function scores(data, selected, limit) {
    const { rows, notes } = balance(data, selected);
    const cells = tabulate(data, rows, limit), byInstance = new Map(), byConfiguration = new Map(), wrong = new Map();
    for (const row of selected) {
      if (data.columns.result[row] === data.wrong) {
        const name = data.columns.configuration[row];
        wrong.set(name, (wrong.get(name) || 0) + 1);
      }
    }
    for (const cell of cells) {
      if (!byInstance.has(cell.i)) byInstance.set(cell.i, []);
      if (!byConfiguration.has(cell.c)) byConfiguration.set(cell.c, []);
      byInstance.get(cell.i).push(cell);
      byConfiguration.get(cell.c).push(cell);
    }
    const instances = [...byInstance.values()];
    const best = mean(instances.map((group) => Math.min(...group.map((cell) => cell.median))));
    const table = [...byConfiguration].map(([c, own]) => ({
      configuration: data.configurations[c].configuration,
      wrong: wrong.get(c) || 0,
      runs: own.reduce((sum, cell) => sum + cell.runs, 0),
      solved: own.reduce((sum, cell) => sum + cell.solved, 0),
      share: mean(own.map((cell) => cell.solved / cell.runs)),
      par1: mean(own.map((cell) => cell.par1)),
      par2: mean(own.map((cell) => cell.par2)),
      geometric: Math.exp(mean(own.map((cell) => cell.shifted))) - SHIFT_S,
      median_par2: mean(own.map((cell) => cell.median)),
      unique: instances.filter((group) => {
        const solvers = group.filter((cell) => 2 * cell.solved > cell.runs);
        return solvers.length === 1 && solvers[0].c === c;
      }).length,
      marginal_s: mean(instances.map((group) =>
        Math.min(PENALTY * limit, ...group.filter((cell) => cell.c !== c).map((cell) => cell.median)) -
        Math.min(PENALTY * limit, ...group.map((cell) => cell.median)))),
    }));
    const sound = table.filter((score) => !score.wrong);
    const single = Math.min(...sound.map((score) => score.median_par2));
    for (const score of table) {
      score.closed_gap = single - best > LEAST_MS ? (single - score.median_par2) / (single - best) : null;
    }
    table.sort((a, b) => (a.wrong > 0) - (b.wrong > 0) || a.par2 - b.par2);
    const solved = instances.filter((group) => group.some((cell) => 2 * cell.solved > cell.runs)).length;
    return { table, virtual: { par2: best, solved, instances: instances.length }, notes };
  }

  // Rows that a filter lets pass. filter: {group, puzzle, family, backend, encoding: sets of values; sizes: [low, high]}.
  function select(data, filter) {
    const { configuration, instance, group } = data.columns, rows = [];
    const passes = (name, value) => !filter[name] || filter[name].has(value);
    const okConfiguration = data.configurations.map((c) => passes("backend", c.backend) && passes("encoding", c.encoding)
      && passes("profile", c.profile) && passes("formulation", c.formulation) && passes("threads", c.threads));
    const [low, high] = filter.sizes || [-Infinity, Infinity];
    const okInstance = data.instances.map((i) => passes("puzzle", i.puzzle) && passes("family", i.family)
      && (i.size === null || (i.size >= low && i.size <= high)));
    for (let row = 0; row < configuration.length; row++) {
      if (okConfiguration[configuration[row]] && okInstance[instance[row]]
        && (filter.group === undefined || group[row] === filter.group)) rows.push(row);
    }
    return rows;
  }

  return { balance, mean, median, scores, seconds, select };
})();
