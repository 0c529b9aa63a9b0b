
(function () {
  'use strict';
  const svg = document.documentElement.tagName.toLowerCase() === 'svg'
    ? document.documentElement : document.querySelector('svg');
  const side = +svg.dataset.side, room = svg.dataset.width - 2 * side, letter = +svg.dataset.letter;
  const byId = id => svg.querySelector('#' + id);
  const nodes = [...svg.querySelectorAll('g.f')].map((g, index) => {
    const title = g.querySelector('title').textContent;
    return {
      g, index, title, label: title.split('\n')[0],
      rect: g.querySelector('rect'), text: g.querySelector('text'), children: [],
      parent: g.dataset.p === undefined ? null : +g.dataset.p,
      t: +g.dataset.t, b: +g.dataset.b,
    };
  });
  for (const node of nodes) if (node.parent !== null) nodes[node.parent].children.push(node);
  let metric = 't', zoomed = nodes[0];

  function shorten(label, width) {
    const letters = [...label], fits = Math.floor((width - 8) / letter);
    if (letters.length <= fits) return label;
    return fits < 4 ? '' : letters.slice(0, fits - 1).join('') + '…';
  }

  function place(node, x, width, isAround) {
    node.g.classList.toggle('around', isAround);
    if (width < 0.1) { node.g.setAttribute('display', 'none'); return; }
    node.g.removeAttribute('display');
    node.rect.setAttribute('x', x);
    node.rect.setAttribute('width', width);
    node.text.setAttribute('x', x + 4);
    node.text.textContent = shorten(node.label, width);
  }

  function draw() {
    for (const node of nodes) node.g.setAttribute('display', 'none');
    for (let at = zoomed.parent; at !== null; at = nodes[at].parent) place(nodes[at], side, room, true);
    const scale = room / Math.max(zoomed[metric], 1);
    const open = [[zoomed, side]];
    while (open.length) {
      const [node, x] = open.pop();
      const width = node === zoomed ? room : node[metric] * scale;
      place(node, x, width, false);
      if (width < 0.1) continue;
      let next = x;
      for (const child of node.children) {
        open.push([child, next]);
        next += child[metric] * scale;
      }
    }
    byId('zoomed').textContent = zoomed === nodes[0]
      ? 'Click a frame to zoom, Escape to go back; each row is called by the one above.'
      : 'Zoomed to ' + zoomed.label + '. Escape or a click on the top row shows all.';
  }

  function search() {
    const wanted = byId('search').value;
    let pattern = null;
    try { pattern = wanted === '' ? null : new RegExp(wanted, 'i'); } catch { return; }
    let found = 0, sum = 0;
    const inside = new Set();
    for (const node of nodes) {
      const around = node.parent !== null && inside.has(node.parent);
      const matches = pattern !== null && pattern.test(node.title.split('\n').slice(0, 2).join('\n'));
      node.g.classList.toggle('match', matches);
      if (matches) { found += 1; if (!around) sum += node[metric]; }
      if (matches || around) inside.add(node.index);
    }
    byId('matched').textContent = pattern === null ? ' '
      : found + ' frames match: ' + (100 * sum / Math.max(nodes[0][metric], 1)).toFixed(1) + '%';
  }

  for (const node of nodes) {
    node.g.addEventListener('click', () => { zoomed = node; draw(); });
    node.g.addEventListener('mouseenter', () => {
      byId('told').textContent = node.title.split('\n').join('   ');
    });
    node.g.addEventListener('mouseleave', () => { byId('told').textContent = ' '; });
  }
  byId('metric').addEventListener('click', () => {
    metric = metric === 't' ? 'b' : 't';
    byId('metric').textContent = metric === 't' ? 'show heap bytes' : 'show time';
    draw();
    search();
  });
  byId('search').addEventListener('input', search);
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') { zoomed = nodes[0]; draw(); }
    if (event.key === '/' && event.target !== byId('search')) {
      event.preventDefault();
      byId('search').focus();
    }
  });
  byId('controls').removeAttribute('display');
})();
