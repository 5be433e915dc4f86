# Times var_to_bytes and bytes_to_var on the files named on the command line, and prints a line with
# tabs for each: timing, name, nanoseconds to encode and to decode. The cost of the loop is subtracted.
extends Node

const ROUNDS := 9
const ROUND_USEC := 100000


# Nanoseconds of one call, in the best of the rounds: noise only adds.
func best(what: Callable) -> float:
	var times := []
	var count := 1
	while what.call(count) < ROUND_USEC and count < 1 << 22:
		count *= 2
	for i in ROUNDS:
		times.append(what.call(count) * 1000.0 / count)
	return times.min()


func time_file(path: String) -> bool:
	var bytes := FileAccess.get_file_as_bytes(path)
	var value = bytes_to_var(bytes)
	if bytes.is_empty() or var_to_bytes(value) != bytes:
		printerr("not what this engine writes: ", path)
		return false
	# The loops are in the functions, so that a call of a Callable is not counted.
	var encode := func(count: int) -> int:
		var start := Time.get_ticks_usec()
		for i in count:
			var _out := var_to_bytes(value)
		return Time.get_ticks_usec() - start
	var decode := func(count: int) -> int:
		var start := Time.get_ticks_usec()
		for i in count:
			var _out = bytes_to_var(bytes)
		return Time.get_ticks_usec() - start
	var nothing := func(count: int) -> int:
		var start := Time.get_ticks_usec()
		for i in count:
			var _out := typeof(value)
		return Time.get_ticks_usec() - start
	var loop := best(nothing)
	print("timing\t%s\t%.1f\t%.1f" % [path.get_file().get_basename(), best(encode) - loop, best(decode) - loop])
	return true


func _ready() -> void:
	if OS.is_debug_build():
		printerr("a debug build is up to eleven times slower: the release template is needed")
		get_tree().quit(1)
		return
	print("engine\t", Engine.get_version_info().string)
	var fine := true
	for path in OS.get_cmdline_user_args():
		fine = time_file(path) and fine
	get_tree().quit(0 if fine else 1)
