// Does with the engine what Sabaki does, by Sabaki's own library, and prints what happened as JSON.
// Usage: node sabaki.js COMMAND [ARGUMENT ...]

const {ControllerStateTracker} = require('@sabaki/gtp')

const [command, ...args] = process.argv.slice(2)
const report = {stderr: []}
const play = (color, vertex) => ({name: 'play', args: [color, vertex]})

async function main() {
  const tracker = ControllerStateTracker.fromController(command, args)
  const controller = tracker.controller
  const ask = async (name, ...words) => {
    const {error, content} = await controller.sendCommand({name, args: words})
    return (error ? '? ' : '') + content
  }
  const board = async () => {
    // Sabaki trims an answer; the rows begin with their numbers.
    const rows = (await ask('showboard')).split('\n').filter((row) => /^\s*\d/.test(row))
    return rows.map((row) => row.trim().split(/\s+/).slice(1, -1).join(''))
  }
  controller.on('stderr', ({content}) => report.stderr.push(content))

  // Sabaki sends these four without waiting.
  const start = ['name', 'version', 'protocol_version', 'list_commands']
  report.start = await Promise.all(start.map((name) => ask(name)))
  const listed = report.start[3].split('\n')

  // A handicap game that is loaded, then walked through back and forth.
  const stones = {name: 'set_free_handicap', args: ['C3', 'G7']}
  const moves = ['E5', 'E4', 'F4', 'pass', 'D4', 'C4', 'E3', 'F5'].map((vertex, index) =>
    play(index % 2 ? 'B' : 'W', vertex),
  )
  const game = (count) => ({komi: 0.5, boardsize: [9, 9], history: [stones, ...moves.slice(0, count)]})
  await tracker.sync(game(8))
  report.whole = await board()
  await tracker.sync(game(6))
  report.back = await board()
  await tracker.sync({...game(6), history: [...game(6).history, play('W', 'J9'), play('W', 'J8')]})
  report.branch = await board()

  // The engine's move is known to both sides afterwards.
  await tracker.sync(game(8))
  report.move = await ask('genmove', 'W')
  report.history = tracker.state.history.length
  report.moved = await board()
  report.refused = await ask('play', 'B', 'C3')

  // A position without a history arrives as plays, column by column; a board need not be square.
  await tracker.sync({komi: 7.5, boardsize: [7, 5], history: [
    play('B', 'A1'), play('B', 'A2'), play('W', 'A3'), play('B', 'B1'), play('W', 'G5'),
  ]})
  report.rectangle = await board()

  // Analysis is stopped by sending anything else.
  const analyze = ['analyze', 'kata-analyze', 'lz-analyze'].find((name) => listed.includes(name))
  report.analysis = null
  if (analyze != null) {
    const lines = []
    let enough
    const some = new Promise((resolve) => (enough = resolve))
    const ended = controller.sendCommand({name: analyze, args: ['B', '5']}, ({line}) => {
      lines.push(line)
      if (lines.length === 4) enough()
    })
    await some
    report.stopping = await ask('protocol_version')
    await ended
    report.analysis = lines
    report.afterwards = await board()

    // A move comes with its analysis; what Sabaki sends next is there before it is done.
    const genmove = ['genmove_analyze', 'kata-genmove_analyze', 'lz-genmove_analyze'].find((name) =>
      listed.includes(name),
    )
    const shown = []
    const moving = controller.sendCommand({name: genmove, args: ['B', '5']}, ({line}) =>
      shown.push(line),
    )
    const next = ask('protocol_version')
    await moving
    report.next = await next
    report.genmove = genmove
    report.genmoveLines = shown
    report.genmoveHistory = tracker.state.history.slice(-1)[0]
    report.genmoveBoard = await board()
  }

  const started = Date.now()
  await controller.stop(3000)
  report.stopSeconds = (Date.now() - started) / 1000
  console.log(JSON.stringify(report))
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
